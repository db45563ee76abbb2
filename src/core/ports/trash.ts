/**
 * Moves a file to the trash of the system, which is to believe that it lay at `original`. It never deletes
 * one that no trash takes, and never copies it to another volume.
 *
 * @param path absolute; on Linux it may lead through a handle of this process (`/proc/self/fd/N`)
 * @throws when it could not; then the file is where it was
 */
export type MoveToTrash = (path: string, original: string) => Promise<void>;
