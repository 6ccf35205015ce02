"""Seeded, verified tasks on letter grids, as text, with a checker that scores any answer."""

from .check import Family
from .make import make_task, make_tasks
from .task import Task

__all__ = ["Family", "Task", "make_task", "make_tasks"]
