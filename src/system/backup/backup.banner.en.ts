/** The words of the banner about backups, which superadmins have above every page. */
export const backupBannerEn = {
  label: 'Backups',
  old: (when: string) => `The last backup was made on ${when}.`,
  never: 'There is no backup of your records yet.',
  sameDisk: 'The backups are on the same disk as your records: if it fails, both are gone.',
  look: 'Open System',
  dismiss: 'Hide for 30 days',
}
