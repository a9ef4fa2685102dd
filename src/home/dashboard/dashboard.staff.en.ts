import { formatsFor } from '#contract/format.ts'

const { number, plural } = formatsFor('en-IN')

/** The words of what staff see on the dashboard, which students do not load. */
export const staffHomeEn = {
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
}
