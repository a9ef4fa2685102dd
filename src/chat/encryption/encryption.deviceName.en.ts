/** The words that name a browser. They are registered with it, so Chat loads them without those of the dialogs. */
export const deviceNameEn = {
  both: (browser: string, system: string) => `${browser} on ${system}`,
  browser: 'Browser',
}
