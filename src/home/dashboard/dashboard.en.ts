import { formatsFor } from '#contract/format.ts'

const { instantDay, number, plural } = formatsFor('en-IN')

/** The words of the dashboard. */
export const homeEn = {
  title: 'Dashboard',
  welcome: (name: string) => `Welcome back, ${name}!`,
  /** Shown to all roles except students. */
  welcomeAs: (name: string, role: string) => `Welcome back, ${name}! You are signed in as ${role}.`,
  today: {
    title: 'Today',
    /** Each follows its figure and is read with it as one sentence. */
    endingSoon: (n: number) => plural(n, { one: 'seat ends within 7 days', other: 'seats end within 7 days' }),
    noneEnding: 'No seats end within 7 days',
    free: {
      morning: (n: number) => plural(n, { one: 'morning seat free', other: 'morning seats free' }),
      afternoon: (n: number) => plural(n, { one: 'afternoon seat free', other: 'afternoon seats free' }),
    },
    noneFree: { morning: 'No morning seats free', afternoon: 'No afternoon seats free' },
    inside: (n: number) => plural(n, { one: 'student inside now', other: 'students inside now' }),
    noneInside: 'No students inside now',
    collected: 'collected today',
    noneCollected: 'Nothing collected today',
    thisMonth: (amount: string) => `${amount} this month`,
    overdue: (students: number) => plural(students, { one: 'overdue from 1 student', other: `overdue from ${number(students)} students` }),
    noneOverdue: 'Nothing is overdue',
  },
  firstSteps: {
    title: 'Get started',
    about: 'After these three steps, students can start reading.',
    setup: 'Name, look, seats and fee',
    steps: {
      category: { title: 'Add a category', text: 'Documents are sorted into categories.' },
      document: { title: 'Upload a document', text: 'Students can read it at once.' },
      student: { title: 'Add a student', text: 'Choose a seat and the last day of the account.' },
    },
    done: 'Done',
  },
  statistics: 'Statistics',
  figure: (n: number) => number(n),
  totalDocuments: 'Total Documents',
  categories: 'Categories',
  students: 'Students',
  activeOnly: 'with an active account',
  openList: (name: string, n: number) => `${name}: ${number(n)}`,
  recentActivity: 'Recent Activity',
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
  switcher: {
    title: 'Go to',
    search: 'Search pages, documents and people',
    searchWithoutPeople: 'Search pages and documents',
    results: 'Results',
    pages: 'Pages',
    documents: 'Documents',
    people: 'People',
    seat: (n: number, label?: string) => `Seat ${label ?? number(n)}`,
    searching: 'Searching…',
    nothing: (query: string) => `Nothing found for "${query}"`,
    failed: 'The search failed. Please try again.',
  },
}
