"""SGDL: back to text: printers, exports and schemas."""
