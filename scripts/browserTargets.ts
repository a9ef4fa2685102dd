/** The oldest browsers that the client is built for. */
export const browserTargets = ['es2022', 'chrome109', 'safari16.4', 'firefox115']
