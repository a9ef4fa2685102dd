/** The made-up institution that `npm run demo` and `npm run dev` show: no real person, no real book. */

export const password = 'quiet-reading-room'

export const accounts = {
  superadmin: { email: 'superadmin@example.org', name: 'Meera Iyer' },
  admin: { email: 'admin@example.org', name: 'Arjun Deshpande' },
  manager: { email: 'manager@example.org', name: 'Farida Khan' },
  student: { email: 'student@example.org', name: 'Asha Kulkarni' },
} as const

const firstNames =
  'Aarav Aditi Akash Ananya Bhavna Chetan Deepa Devika Farhan Gauri Harish Imran Ishita Jaya Kabir Kavya Lakshmi Manish Meghna Mohan Nandini Naveen Neha Omkar Pallavi Pooja Pranav Priya Rahul Ritu'.split(
    ' ',
  )
const lastNames = 'Joshi Patil Sharma Verma Nair Reddy Das Bose Gupta Shaikh Rao Menon'.split(' ')

/** `seats` seats with a morning and an afternoon each; the last eight are taken for the whole day, some afternoons are free. */
const place = (index: number, seats: number): { seatNumber: number; slot: 'morning' | 'afternoon' | 'full-day' } => {
  if (index < seats) return { seatNumber: index + 1, slot: index < seats - 8 ? 'morning' : 'full-day' }
  return { seatNumber: index - seats + 1, slot: 'afternoon' }
}

/** Sixty students: the first is the demo account, two are already past their last day. */
export const students = (today: Date, seats: number) =>
  Array.from({ length: 60 }, (_, index) => {
    const name =
      index === 0 ? accounts.student.name : `${firstNames[index % firstNames.length]} ${lastNames[(index * 7) % lastNames.length]}`
    const email = index === 0 ? accounts.student.email : `${name.toLowerCase().replace(' ', '.')}.${index}@example.org`
    const day = (days: number): string => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const expired = index === 20 || index === 41
    return {
      name,
      email,
      password,
      role: 'student' as const,
      phone: `98${String(20_000_000 + index * 104_729).slice(0, 8)}`,
      dateJoinedLibrary: day(-30 - ((index * 37) % 700)),
      dob: `${1998 + (index % 9)}-0${1 + (index % 9)}-1${index % 10}`,
      terminationDate: index === 0 ? null : day(expired ? -3 : 20 + ((index * 11) % 300)),
      ...(expired ? {} : place(index, seats)),
    }
  })

/** Category → subcategories or books; a book is a title and its number of pages. */
export type Shelf = { name: string; books?: [title: string, pages: number][]; shelves?: Shelf[] }

export const shelves: Shelf[] = [
  {
    name: 'School',
    shelves: [
      {
        name: 'Physics',
        books: [
          ['Motion in a Straight Line', 18],
          ['Work, Energy and Power', 24],
          ['Ray Optics: Worked Examples', 31],
        ],
      },
      {
        name: 'Chemistry',
        books: [
          ['The Periodic Table, Told Slowly', 22],
          ['Organic Names in One Hour', 9],
        ],
      },
      {
        name: 'Mathematics',
        books: [
          ['Limits without Fear', 40],
          ['Two Hundred Trigonometry Questions', 56],
          ['Probability for the Curious', 27],
        ],
      },
    ],
  },
  {
    name: 'Competitive Exams',
    shelves: [
      {
        name: 'Civil Services',
        books: [
          ['Polity: Notes on the Constitution', 120],
          ['Essay Paper: Twelve Outlines', 14],
          ['Current Affairs, October', 36],
        ],
      },
      {
        name: 'Banking',
        books: [
          ['Quantitative Aptitude Drills', 48],
          ['Reading Comprehension Practice', 20],
        ],
      },
      { name: 'Railways', books: [['General Science in Questions', 33]] },
    ],
  },
  {
    name: 'Languages',
    shelves: [
      { name: 'English', books: [['Grammar at a Glance', 12]] },
      { name: 'हिन्दी', books: [['हिन्दी व्याकरण: पहला पाठ', 10]] },
    ],
  },
  {
    name: 'Library',
    books: [
      ['Rules of the Reading Room', 3],
      ['How to Book a Seat', 2],
    ],
  },
]

/** What the demo student has starred. */
export const starred = ['Limits without Fear', 'Polity: Notes on the Constitution', 'Grammar at a Glance']
