@echo off
rem The command line of the desktop app (docs/adr/0034): the program itself, without a window.
setlocal
"%~dp0..\..\Sluice.exe" --cli -- %*
exit /b %ERRORLEVEL%
