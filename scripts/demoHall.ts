import { dayIn } from '#contract/day.ts'
import { demoEmails } from '#contract/demo.ts'
import type { Book } from './books.ts'

/** The fictitious hall that `npm run demo` and `npm run dev` show: no real person, no real book. */

export const password = 'quiet-reading-room'

export const accounts = {
  superadmin: { email: demoEmails.superadmin, name: 'Meera Iyer' },
  admin: { email: demoEmails.admin, name: 'Arjun Deshpande' },
  manager: { email: demoEmails.manager, name: 'Farida Khan' },
  student: { email: demoEmails.student, name: 'Asha Kulkarni' },
} as const

/** The day in the hall's zone as midnight UTC, from which all dates of the data are counted. */
export const hallToday = (now = new Date()): Date => new Date(`${dayIn(process.env.TIME_ZONE || 'Asia/Kolkata', now)}T00:00:00.000Z`)

export const systemName = 'Saraswati Study Hall'

/** What visitors read about it, besides the default hours and figures. */
export const landing = (today: Date) => ({
  address: '12, Station Road\nShivajinagar, Pune 411005',
  phone: '+91 98200 00112',
  email: 'hello@example.org',
  mapUrl:
    'https://www.openstreetmap.org/export/embed.html?bbox=73.8441%2C18.5265%2C73.8541%2C18.5345&layer=mapnik&marker=18.5305%2C73.8491',
  figuresAreTrue: true,
  closures: [
    { date: new Date(today.getTime() + 9 * 86_400_000).toISOString().slice(0, 10), reason: 'Spring cleaning' },
    { date: `${today.getFullYear() + 1}-01-26`, reason: 'Republic Day' },
  ],
})

/** The monthly fees, and the UPI address for payments. */
export const hall = {
  monthlyFee: 1_000,
  slotFees: { morning: 900, afternoon: 800, 'full-day': 1_400 },
  feeDueDay: 5,
  upiId: 'saraswati.hall@okbank',
  showFreeSeats: true,
}

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

/** Names that are hard for screens, by the index of the student. */
const otherNames: Readonly<Record<number, string>> = {
  7: 'प्रियंका शर्मा',
  13: 'Venkatanarasimharajuvaripeta Subramaniam Lakshminarayanan',
  22: 'लक्ष्मी नारायण त्रिपाठी',
}

/** In how many days the accounts of three students end, by their places. */
const ending: Readonly<Record<number, number>> = { 4: 2, 19: 5, 34: 7 }

/** Sixty students: the first is the demo account, two are already past their last day, three end within a week. */
export const students = (today: Date, seats: number) =>
  Array.from({ length: 60 }, (_, index) => {
    const made =
      index === 0 ? accounts.student.name : `${firstNames[index % firstNames.length]} ${lastNames[(index * 7) % lastNames.length]}`
    const email = index === 0 ? accounts.student.email : `${made.toLowerCase().replace(' ', '.')}.${index}@example.org`
    const day = (days: number): string => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const expired = index === 20 || index === 41
    return {
      name: otherNames[index] ?? made,
      email,
      password,
      role: 'student' as const,
      phone: `98${String(20_000_000 + index * 104_729).slice(0, 8)}`,
      dateJoinedLibrary: day(index === 0 ? -420 : -30 - ((index * 37) % 700)),
      dob: `${1998 + (index % 9)}-0${1 + (index % 9)}-1${index % 10}`,
      terminationDate: index === 0 ? null : day(expired ? -3 : (ending[index] ?? 20 + ((index * 11) % 300))),
      ...(expired ? {} : place(index, seats)),
    }
  })

/** Category → subcategories or books. */
export type Shelf = { name: string; books?: readonly Book[]; shelves?: readonly Shelf[] }

const physics = ['motion', 'force', 'energy', 'waves', 'mirrors', 'lenses', 'electric charge', 'magnetic fields']
const chemistry = ['atoms', 'the periodic table', 'chemical bonds', 'acids', 'alkanes', 'alcohols', 'reaction rates']
const mathematics = ['limits', 'derivatives', 'integrals', 'matrices', 'probability', 'sequences', 'trigonometric identities']
const polity = [
  'the Preamble',
  'fundamental rights',
  'directive principles',
  'Parliament',
  'the judiciary',
  'federalism',
  'local government',
]
const economy = ['inflation', 'the monetary policy', 'banking reforms', 'agriculture', 'foreign trade', 'the union budget']
const history = ['the Indus valley', 'the Mauryas', 'the Bhakti movement', 'the revolt of 1857', 'the freedom struggle', 'partition']
const aptitude = ['percentages', 'ratios', 'profit and loss', 'time and work', 'speed and distance', 'simple interest', 'data tables']
const english = ['tenses', 'articles', 'prepositions', 'reported speech', 'the passive voice', 'letter writing']
const grammar = ['संज्ञा', 'सर्वनाम', 'विशेषण', 'क्रिया', 'सन्धि', 'समास', 'मुहावरे']
const essays = ['पुस्तकालय का महत्व', 'समय का मूल्य', 'जल संरक्षण', 'मेरा विद्यालय', 'स्वच्छ भारत', 'विज्ञान और समाज']
const house = ['silence', 'seats', 'lockers', 'drinking water', 'mobile phones', 'opening hours']

export const shelves: readonly Shelf[] = [
  {
    name: 'School',
    shelves: [
      {
        name: 'Physics',
        books: [
          { title: 'Motion in a Straight Line', pages: 18, topics: physics },
          { title: 'Work, Energy and Power', pages: 24, topics: physics.slice(2) },
          { title: 'Ray Optics: Worked Examples', pages: 131, topics: physics.slice(3) },
        ],
      },
      {
        name: 'Chemistry',
        books: [
          { title: 'The Periodic Table, Told Slowly', pages: 42, topics: chemistry },
          { title: 'Organic Names in One Hour', pages: 9, topics: chemistry.slice(3) },
        ],
      },
      {
        name: 'Mathematics',
        books: [
          { title: 'Limits without Fear', pages: 40, topics: mathematics },
          { title: 'Two Hundred Trigonometry Questions', pages: 256, topics: mathematics.slice(2) },
          { title: 'Probability for the Curious', pages: 27, topics: mathematics.slice(4) },
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
          { title: 'Polity: Notes on the Constitution', pages: 352, topics: polity },
          { title: 'Indian Economy in Brief', pages: 210, topics: economy },
          { title: 'From the Indus to Independence', pages: 184, topics: history },
          { title: 'Essay Paper: Twelve Outlines', pages: 14, topics: [...polity.slice(1, 4), ...economy.slice(3)] },
        ],
      },
      {
        name: 'Banking',
        books: [
          { title: 'Quantitative Aptitude Drills', pages: 148, topics: aptitude },
          { title: 'Reading Comprehension Practice', pages: 20, topics: english },
        ],
      },
      {
        name: 'Railways',
        books: [{ title: 'General Science in Questions', pages: 33, topics: [...physics.slice(1, 4), ...chemistry.slice(0, 3)] }],
      },
    ],
  },
  {
    name: 'Languages',
    shelves: [
      { name: 'English', books: [{ title: 'Grammar at a Glance', pages: 12, topics: english }] },
      {
        name: 'हिन्दी',
        books: [
          { title: 'हिन्दी व्याकरण', pages: 60, topics: grammar, language: 'hi' },
          { title: 'निबन्ध संग्रह', pages: 24, topics: essays, language: 'hi' },
        ],
      },
    ],
  },
  {
    name: 'Library',
    books: [
      { title: 'Rules of the Reading Room', pages: 3, topics: house },
      { title: 'How to Book a Seat', pages: 2, topics: house },
    ],
  },
]

/** What the demo student has starred. */
export const starred = ['Limits without Fear', 'Polity: Notes on the Constitution', 'Grammar at a Glance']

/** The page at which the demo student has stopped reading: one book, to its half. */
export const begun: Readonly<Record<string, number>> = { 'Polity: Notes on the Constitution': 176 }

/** A notice of the staff. `days` from today: when it is published, and the last day it is shown. */
export type DemoNotice = {
  title: string
  content: string
  type: 'banner' | 'marquee' | 'tab'
  priority: number
  publishIn?: number
  lastsFor?: number
  /** Only for the students of this slot. */
  slot?: 'morning' | 'afternoon' | 'full-day'
  hasPoster?: boolean
}

export const notices: readonly DemoNotice[] = [
  {
    title: 'Water tank is being cleaned',
    content: 'There is no drinking water on the first floor until 2 pm today. Please use the cooler at the entrance.',
    type: 'banner',
    priority: 8,
    lastsFor: 3,
  },
  {
    title: 'Mock interview on Saturday',
    content: 'For the morning students, at 11 am in the meeting room. Bring a printed form.\nQuestions: mailto:manager@example.org',
    type: 'banner',
    priority: 4,
    lastsFor: 10,
    slot: 'morning',
  },
  {
    title: 'Phones on silent',
    content: 'Calls are taken in the corridor. Thank you for keeping the hall quiet.',
    type: 'marquee',
    priority: 3,
  },
  {
    title: 'कल पुस्तकालय बंद रहेगा',
    content: 'कल राष्ट्रीय अवकाश के कारण पुस्तकालय बंद रहेगा। परसों सुबह 6 बजे से सामान्य समय पर खुलेगा।\nअपनी पुस्तकें आज ही लौटा दें।',
    type: 'tab',
    priority: 9,
    lastsFor: 5,
  },
  {
    title: 'New seats by the window',
    content: 'Twelve seats by the window have a lamp and a socket of their own from Monday. The plan hangs at the entrance.',
    type: 'tab',
    priority: 5,
    hasPoster: true,
  },
  {
    title: 'Lockers are opened for cleaning',
    content: 'Please empty your locker by the end of the month.\nWhat is left is kept at the desk for a week.',
    type: 'tab',
    priority: 2,
    publishIn: 4,
    lastsFor: 30,
  },
]

/** What visitors read on the landing page; `lastsFor` is in days from today. */
export const announcements: readonly { title: string; content: string; priority: number; lastsFor?: number }[] = [
  {
    title: 'Open until midnight before the exams',
    content: 'From the first of next month until the exams are over the reading hall stays open until midnight. Tea is on us after nine.',
    priority: 5,
    lastsFor: 40,
  },
  { title: 'नया सत्र शुरू', content: 'नए सत्र के लिए प्रवेश खुले हैं। सीट के लिए काउंटर पर मिलें।', priority: 3 },
  {
    title: 'New shelf for banking exams',
    content: 'Two hundred question papers of the last ten years can be read here and online.',
    priority: 0,
  },
]

/** Of the gallery, in this order. */
export const pictures = [
  { title: 'Reading hall in the morning', description: 'Thirty-eight seats, each with its own lamp and socket.' },
  { title: 'Evening by the windows', description: 'The quiet side of the hall.' },
  { title: 'Night before the exams', description: '' },
] as const
