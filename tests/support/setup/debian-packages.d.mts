/** Whether packages of Debian can be installed here. */
export function mayInstall(): boolean;

/** Installs packages of Debian where they are absent. @returns whether all of them are there now */
export function installDebianPackages(...names: string[]): boolean;
