import { formatsFor } from '#contract/format.ts'

const { number } = formatsFor('en-IN')

/** The words of bookmarks, highlights and notes. */
export const marksEn = {
  list: 'Your bookmarks, highlights and notes',
  none: 'Nothing here yet. Press the ribbon to bookmark a page, or select text to highlight it.',
  loading: 'Loading your notes…',
  onlyYou: 'Only you can see these.',
  page: (page: number) => `Page ${number(page)}`,
  goTo: (page: number) => `Go to page ${number(page)}`,
  bookmark: 'Bookmark',
  bookmarkOf: (page: number) => `bookmark on page ${number(page)}`,
  highlightOf: (page: number) => `highlight on page ${number(page)}`,
  noteOf: (page: number) => `note on page ${number(page)}`,
  addNote: (page: number) => `Add note to page ${number(page)}`,
  addNoteTo: (what: string) => `Add note to ${what}`,
  editNoteOf: (what: string) => `Edit note of ${what}`,
  editNote: (what: string) => `Edit ${what}`,
  delete: (what: string) => `Delete ${what}`,
  note: 'Note',
  save: 'Save',
  cancel: 'Cancel',
  deleted: {
    bookmark: 'Bookmark deleted',
    highlight: 'Highlight deleted',
    note: 'Note deleted',
  },
  undo: 'Undo',
  notSaved: (why: string) => `Not saved: ${why}`,
  retry: 'Try again',
  more: 'Export notes',
  export: 'Notes of this document',
  exportAll: 'Notes of all documents',
  exportFailed: 'Failed to export your notes. Please try again.',
  selection: {
    label: 'Highlight the selected text',
    edit: 'Change the highlight',
    hint: (text: string) => `Selected: ${text}. Press Enter to highlight it.`,
    tooLong: (most: number) => `Please select at most ${number(most)} characters`,
    note: 'Highlight and add a note',
    editNote: 'Note',
    delete: 'Delete highlight',
    colors: { yellow: 'Highlight in yellow', green: 'Highlight in green', blue: 'Highlight in blue', pink: 'Highlight in pink' },
  },
}
