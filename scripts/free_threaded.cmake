# Refuses free-threaded Python: objects of the bindings rely on the GIL. Python_EXECUTABLE is the interpreter.
execute_process(COMMAND "${Python_EXECUTABLE}" -c
  "import sysconfig; print(sysconfig.get_config_var('Py_GIL_DISABLED') or 0)"
  OUTPUT_VARIABLE free_threaded OUTPUT_STRIP_TRAILING_WHITESPACE)
if(free_threaded)
  message(FATAL_ERROR "lexigrid does not support free-threaded Python: use the standard build of Python")
endif()
