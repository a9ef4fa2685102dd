import { formatsFor } from '#contract/format.ts'

const { instantDay, number } = formatsFor('en-IN')

/** The words of the dashboard. */
export const homeEn = {
  title: 'Dashboard',
  welcome: (name: string) => `Welcome back, ${name}!`,
  /** Shown to all roles except students. */
  welcomeAs: (name: string, role: string) => `Welcome back, ${name}! You are signed in as ${role}.`,
  quickActions: 'Quick Actions',
  actions: {
    documents: { title: 'View Documents', text: 'Find and read documents.' },
    favorites: { title: 'Favorite Documents', text: 'Open the documents you starred.' },
    upload: { title: 'Upload Document', text: 'Add a PDF to the library.' },
    users: { title: 'Manage Students', text: 'Manage accounts, seats and dates.' },
    categories: { title: 'Categories', text: 'Organize documents in categories.' },
  },
  thought: {
    title: 'Thought of the Day',
    fallback: 'Every day is a new opportunity to learn something amazing!',
    by: (author: string) => `— ${author}`,
  },
  /** Of a student. */
  fees: { title: 'Your fees', payByUpi: 'Pay by UPI' },
  continueReading: {
    title: 'Continue reading',
    page: (page: number) => `Page ${number(page)}`,
    pageOf: (page: number, pages: number) => `Page ${number(page)} of ${number(pages)}`,
  },
  recent: 'Recent Documents',
  uncategorized: 'Uncategorized',
  created: (instant: string) => instantDay(instant),
  empty: 'No documents available yet.',
  all: 'View all documents',
  loadFailed: 'Failed to load the dashboard',
}
