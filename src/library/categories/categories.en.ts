import { facts, formatsFor } from '#contract/format.ts'

const { number, plural } = formatsFor('en-IN')
const documents = (n: number): string => plural(n, { one: '1 document', other: `${number(n)} documents` })
const subcategories = (n: number): string => plural(n, { one: '1 subcategory', other: `${number(n)} subcategories` })

/** The effect of a deletion, in one sentence for each case. */
const deletion = (name: string, documentCount: number, subcategoryCount: number): string => {
  const start = `Are you sure you want to delete "${name}"?`
  const below = subcategoryCount === 0 ? '' : ` Its ${subcategories(subcategoryCount)} will be deleted too.`
  const moved = documentCount === 0 ? ' No documents are affected.' : ` ${documents(documentCount)} will move to Uncategorized.`
  return start + below + moved
}

/** Why not every category is offered as the new parent. */
const move = (subcategoryCount: number): string =>
  subcategoryCount === 0
    ? 'Categories can be at most three levels deep.'
    : `Its ${subcategories(subcategoryCount)} will move with it. Categories can be at most three levels deep.`

/** The words of Category Management. */
export const categoriesEn = {
  title: 'Category Management',
  total: (n: number) => plural(n, { one: '1 category', other: `${number(n)} categories` }),
  add: 'Add Category',
  tree: 'Categories',
  level: (level: number) => (level === 0 ? 'Main category' : `Level ${level}`),
  counts: (below: number, documentCount: number) => facts(subcategories(below), documents(documentCount)),
  expand: (name: string) => `Expand ${name}`,
  collapse: (name: string) => `Collapse ${name}`,
  collapseAll: 'Collapse All',
  expandAll: 'Expand All',
  addBelow: (name: string) => `Add a subcategory to ${name}`,
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  loadFailed: 'Failed to load categories',
  empty: { title: 'No categories yet', hint: 'Add a category, then upload documents to it.' },
  form: {
    title: 'Add Category',
    titleBelow: (name: string) => `Add a subcategory to ${name}`,
    name: 'Name',
    nameRequired: 'Category name is required',
    parent: 'Parent category',
    noParent: 'None (top level)',
    parentHint: 'Categories can be at most three levels deep.',
    moveHint: move,
    image: 'Picture',
    imageHint: 'JPEG, PNG, WebP or GIF, up to 5MB.',
    notImage: 'Please select an image file',
    submit: 'Add Category',
    submitting: 'Adding…',
    failed: 'Failed to create category',
    done: (name: string) => `Category "${name}" was added.`,
    editTitle: (name: string) => `Edit ${name}`,
    save: 'Save',
    saving: 'Saving…',
    editFailed: 'Failed to update category',
    saved: (name: string) => `Category "${name}" was saved.`,
  },
  deletion: {
    title: 'Delete category',
    text: deletion,
    confirm: 'Delete',
    failed: 'Failed to delete category',
    done: (name: string) => `Category "${name}" was deleted.`,
  },
}
