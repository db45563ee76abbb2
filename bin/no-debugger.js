// At SIGUSR1, which other daemons take as "open your log again", Node listens on 127.0.0.1:9229 and runs
// whatever any account of the machine sends there. A listener takes the place of that.
process.on('SIGUSR1', () => undefined);
