/** The words about a lost connection and a new version. */
export const offlineEn = {
  lost: (when: string) => `No connection. Last updated ${when}.`,
  at: (time: string) => `at ${time}`,
  on: (day: string, time: string) => `on ${day} at ${time}`,
  newVersion: 'A new version is ready.',
  reload: 'Reload',
  offer: (name: string) => `Install ${name} as an app on this phone?`,
  install: 'Install',
  notNow: 'No, thanks',
}
