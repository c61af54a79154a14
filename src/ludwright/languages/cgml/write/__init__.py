"""CGML: back to text: printers, exports and schemas."""
