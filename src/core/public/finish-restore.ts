/** What a killed restore left, to be ended before anything of the data folder is read. */
export { finishRestore } from '#core/backup/staged.ts';
