"""Rule XML: back to text, from trees and from GameDefs; schemas."""
