/** The words of My Profile. */
export const profileEn = {
  title: 'My Profile',
  about: 'What the hall has on record about you.',
  personal: 'Personal Information',
  changes: 'Your joining date is set by an administrator. If something is wrong or has changed, please contact an administrator.',
  loadFailed: 'Failed to load profile data',
}
