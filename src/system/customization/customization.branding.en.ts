/** The words of the section Branding. */
export const brandingEn = {
  name: {
    title: 'Name',
    label: 'System name',
    hint: 'Shown in the sidebar, on the login page, on the landing page and in browser tabs.',
    submit: 'Update',
    submitting: 'Updating…',
    done: 'System name updated.',
  },
  logo: {
    title: 'Logo',
    none: 'No logo yet.',
    alt: 'The current logo',
    choose: 'Logo file',
    hint: 'JPEG, PNG, WebP or GIF, up to 5MB. A transparent background is kept.',
    notImage: 'Please select an image file',
    submit: 'Upload logo',
    submitting: 'Uploading…',
    done: 'Logo uploaded.',
    show: 'Show the logo',
    showHint: 'In the sidebar, on the login page and on the landing page.',
    size: 'Logo size',
    sizeHint: 'The login page shows it at most 80 px high.',
    pixels: (n: number) => `${n} px`,
    remove: 'Delete logo',
    removal: {
      title: 'Delete logo',
      text: 'Are you sure you want to delete the logo?',
      confirm: 'Delete',
      done: 'Logo deleted.',
    },
  },
}
