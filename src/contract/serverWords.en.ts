/** Words that the server sends in files, which no screen shows. Server code does not import the words of screens. */
export const serverWordsEn = {
  /** Pages that a phone opens by a long press on the icon. */
  shortcuts: { chat: 'Chat', documents: 'Documents', profile: 'My profile' },
  /** Where files from another app arrive without the service worker. */
  share: {
    title: 'Nothing was sent',
    text: 'This phone cannot share files here yet. Open the app once with a network and wait a moment. Then share the files again. You can also attach files in Chat.',
    open: (system: string) => `Open ${system}`,
  },
  /** Headings of the export of people that the import does not read. */
  people: { seatLabel: 'Seat label', balance: 'Balance due' },
  /** The file with a person's bookmarks, highlights and notes. */
  marks: {
    name: 'Notes',
    nameOf: (title: string) => `Notes on ${title}`,
    page: (page: number) => `Page ${page}`,
    bookmark: 'Bookmark',
    none: 'No bookmarks, highlights or notes',
  },
}
