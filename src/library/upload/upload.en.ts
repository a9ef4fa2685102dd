import { formatsFor } from '#contract/format.ts'

const { number, plural } = formatsFor('en-IN')
const documents = (n: number) => plural(n, { one: '1 document', other: `${number(n)} documents` })

/** The words of the upload. */
export const uploadEn = {
  title: 'Upload Document',
  lead: 'Add a PDF to the library, or several to one category.',
  documentTitle: 'Title',
  category: 'Category',
  chooseCategory: 'Select a category',
  file: 'PDF file',
  hint: 'PDF only, up to 10MB',
  cancel: 'Cancel',
  submit: 'Upload Document',
  success: 'Document Uploaded Successfully!',
  successText: 'Taking you to Documents…',
  failed: 'Failed to upload document',
  fileRequired: 'Please select a PDF file',
  /** Without the size, which rounds to 10 MB for a file that is slightly too large; it is shown beside the name above. */
  tooLarge: (name: string) => `"${name}" is larger than 10MB. Please choose a smaller PDF.`,
  emptyFile: (name: string) => `"${name}" is empty. Please choose another PDF.`,
  another: 'Upload another',
  many: {
    success: (n: number) => plural(n, { one: 'Document Uploaded Successfully!', other: `${number(n)} Documents Uploaded Successfully!` }),
    list: 'Documents to upload',
    categoryRequired: 'Please select a category',
    titleOf: (file: string) => `Title for ${file}`,
    submit: (n: number) => plural(n, { one: 'Upload 1 document', other: `Upload ${number(n)} documents` }),
    retryAll: (n: number) => plural(n, { one: 'Retry 1 failed document', other: `Retry ${number(n)} failed documents` }),
    retry: 'Retry',
    retryOne: (title: string) => `Retry ${title}`,
    removeOne: (title: string) => `Remove ${title}`,
    stop: 'Stop',
    waiting: 'Waiting',
    uploaded: 'Uploaded',
    progress: 'Uploading documents',
    doneOf: (done: number, all: number) => `${number(done)} of ${number(all)}`,
    status: (done: number, all: number, failed: number) =>
      `${number(done)} of ${documents(all)} uploaded${failed > 0 ? `, ${number(failed)} failed` : ''}`,
    show: 'Show in Documents',
    tooMany: (most: number, left: number) =>
      `You can upload up to ${number(most)} documents at a time. ${plural(left, { one: '1 file was left out.', other: `${number(left)} files were left out.` })}`,
    nothing: 'None of these files can be uploaded.',
    discardText: (n: number) =>
      plural(n, {
        one: '1 file you have chosen has not been uploaded.',
        other: `${number(n)} files you have chosen have not been uploaded.`,
      }),
    leaveText: 'Some documents are still being uploaded. If you leave now, their upload is cancelled. Documents already uploaded are kept.',
  },
  categoriesFailed: 'Failed to load categories',
  noCategories: 'Add a category first. Every document needs one.',
  addCategory: 'Add a category',
  leave: {
    title: 'Leave while uploading?',
    text: 'The upload is still in progress. If you leave now, it will be cancelled and nothing will be saved.',
    confirm: 'Leave',
    stay: 'Keep uploading',
  },
}
