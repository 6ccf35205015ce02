"""Read a letter grid from a photo on this machine: `pip install 'lexigrid[photo]'`."""

from .options import PhotoOptions as PhotoOptions
from .reading import Doubt as Doubt
from .reading import PhotoGrid as PhotoGrid
from .reading import read_photo as read_photo
