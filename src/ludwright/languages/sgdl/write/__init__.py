"""SGDL: back to text, from trees and from GameDefs."""
