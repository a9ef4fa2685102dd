/** Words that the server sends in files, which no screen shows. Server code does not import the words of screens. */
export const serverWordsEn = {
  /** Pages that a phone opens by a long press on the icon. */
  shortcuts: { chat: 'Chat', documents: 'Documents', profile: 'My profile' },
  /** Headings of the export of people that the import does not read. */
  people: { seatLabel: 'Seat label', balance: 'Balance due' },
}
