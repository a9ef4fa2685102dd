import { formatsFor } from '#contract/format.ts'

const { number } = formatsFor('en-IN')

/** The words of Gallery Management. */
export const galleryEn = {
  title: 'Gallery Management',
  loadFailed: 'Failed to load gallery images',
  upload: {
    title: 'Upload New Image',
    image: 'Image',
    imageHint: 'JPG, PNG or WebP, up to 10MB.',
    notImage: 'Please choose a JPG, PNG or WebP image',
    order: 'Display order',
    orderHint: 'Lower is shown first.',
    imageTitle: 'Title',
    description: 'Description',
    submit: 'Upload Image',
    submitting: 'Uploading…',
    failed: 'Failed to upload image',
    done: 'Gallery image uploaded successfully!',
  },
  tips: {
    title: 'Tips',
    all: [
      'Only active images appear on the landing page.',
      'Images with a lower order are shown first.',
      'Recommended size: 800x400 pixels or larger.',
      'JPG, PNG, WebP up to 10MB each.',
    ],
  },
  list: {
    title: (n: number) => `Gallery Images (${number(n)})`,
    label: 'Gallery images',
    about: 'Drag to change the order.',
    active: 'Active',
    inactive: 'Inactive',
    order: (order: number) => `Order ${number(order)}`,
    uploadedBy: (name: string) => `Uploaded by ${name}`,
    unknown: 'Unknown',
    activate: (title: string) => `Activate ${title}`,
    deactivate: (title: string) => `Deactivate ${title}`,
    edit: (title: string) => `Edit ${title}`,
    remove: (title: string) => `Delete ${title}`,
    toggleFailed: 'Failed to update image status',
    activated: 'Image activated successfully!',
    deactivated: 'Image deactivated successfully!',
    reorderFailed: 'Failed to save new order',
    reordered: 'Gallery images reordered successfully!',
  },
  empty: { title: 'No images yet', hint: 'Visitors see drawings until you upload the first picture.' },
  form: {
    label: (title: string) => `Edit ${title}`,
    isActive: 'Active',
    save: 'Save',
    saving: 'Saving…',
    cancel: 'Cancel',
    failed: 'Failed to update image',
    done: 'Gallery image updated successfully!',
  },
  deletion: {
    title: 'Delete image',
    text: (title: string) => `Are you sure you want to delete "${title}"?`,
    confirm: 'Delete',
    failed: 'Failed to delete image',
    done: 'Gallery image deleted successfully!',
  },
}
