/** The words of what other features show among the settings of the hall. */
export const hallSettingsSlotEn = {
  lockers: {
    title: 'Lockers',
    about: 'A locker has a number, a key and a monthly fee. Staff assign it to a student.',
    open: 'Open lockers',
  },
}
