import { formatsFor } from '#contract/format.ts'

const { number } = formatsFor('en-IN')

/** Words that the landing page does not need: for exported tables, reordered lists, forms that are left, and uploads. */
export const toolsEn = {
  importAndExport: 'Import and export',
  filters: { label: 'Filters', active: (n: number) => `Filters, ${number(n)} active` },
  exporting: { label: 'Export', running: 'Exporting…', failed: 'Failed to export', excel: 'Excel (.xlsx)', csv: 'CSV' },
  reorder: {
    drag: (name: string) => `Drag ${name}`,
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    moved: (name: string, position: number, total: number) => `${name} is now at position ${position} of ${total}.`,
  },
  discard: {
    title: 'Discard your changes?',
    text: 'Your changes have not been saved.',
    keep: 'Keep editing',
    confirm: 'Discard',
  },
  offline: 'No connection. You can fill this in, and send it once you are online again.',
  upload: {
    sending: 'Uploading…',
    storing: 'Checking and saving the file…',
    bytesOf: (sent: string, total: string) => `${sent} of ${total}`,
    stop: 'Cancel upload',
    stopped: 'Upload cancelled. Nothing was saved.',
    /** The whole file was sent already, so the outcome is unknown. */
    stoppedLate: 'Upload cancelled, but the file may already have been saved.',
  },
}
