/** The scheme of the pages. One of our own keeps them away from `file://`, which reads the whole disk. */
export const appScheme = 'app';

/** The origin of every page of ours. */
export const appOrigin = `${appScheme}://sluice`;
