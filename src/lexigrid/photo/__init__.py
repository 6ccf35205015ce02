"""Read a letter grid from a photo on this machine: `pip install 'lexigrid[photo]'`."""

from ..errors import PhotoError
from .options import PhotoOptions
from .reading import Doubt, PhotoGrid, read_photo

__all__ = ["Doubt", "PhotoError", "PhotoGrid", "PhotoOptions", "read_photo"]
