"""Doors to other worlds: games as the environments and tensors that tools of learning expect."""
