"""Rule XML: back to text: printers, exports and schemas."""
