import { studentToken } from './people.ts'

/** What the questions name in a filled library. */
export type Subjects = Record<
  | 'category'
  | 'student'
  | 'group'
  | 'staff'
  | 'fee'
  | 'payment'
  | 'document'
  | 'marked'
  | 'locker'
  | 'notice'
  | 'message'
  | 'today'
  | 'month',
  string
>

export type Question = {
  what: string
  /** How many times slower the large library may be. */
  most: number
  path: (subjects: Subjects) => string
  /** The session to use; a superadmin's by default. */
  token?: string
}

const list = (what: string, path: Question['path'], token?: string): Question => ({ what, most: 1.5, path, ...(token ? { token } : {}) })
const search = (what: string, path: Question['path'], token?: string): Question => ({ what, most: 3, path, ...(token ? { token } : {}) })

const documents: Question[] = [
  list('newest 50 documents', () => '/api/document?limit=50'),
  list('documents of a category', ({ category }) => `/api/document?limit=50&category=${category}`),
  search('search that finds one', () => '/api/document?limit=50&search=chapter%20499%3A'),
  search('search that finds many', () => '/api/document?limit=50&search=every%20reader'),
  search('search that finds nothing', () => '/api/document?limit=50&search=zebra'),
  search('search for 12 in documents', () => '/api/document?limit=50&search=12'),
  search('the switcher, documents', () => '/api/document?limit=5&search=reader%201'),
  list('deleted documents', () => '/api/document/removed?limit=5'),
  list('one document', ({ document }) => `/api/document/${document}`),
  list('category tree', () => '/api/category/tree'),
  list('all categories', () => '/api/category'),
  search('text search for a rare word', () => '/api/document/search?limit=20&q=karima'),
  search('text search for a frequent word', () => '/api/document/search?limit=20&q=people'),
  search('text search for frequent words', () => '/api/document/search?limit=20&q=people%20history'),
  search('text search for a phrase of frequent words', () => '/api/document/search?limit=20&q=%22the%20people%20of%22'),
  search('text search that finds nothing', () => '/api/document/search?limit=20&q=zebra%20crossing'),
  search('count of a text search for frequent words', () => '/api/document/search/count?q=people%20history'),
  search('count of a phrase of frequent words', () => '/api/document/search/count?q=%22the%20people%20of%22'),
  list('search in one document', ({ document }) => `/api/document/${document}/find?q=people`),
  list('favorites', () => '/api/document/favorites?limit=20', studentToken),
  search('search in favorites', () => '/api/document/favorites?limit=20&search=chapter', studentToken),
  list('ids of favorites', () => '/api/document/favorites/ids?limit=20', studentToken),
  list('number of favorites', () => '/api/document/favorites/count', studentToken),
  list('unfinished books', () => '/api/document/unfinished', studentToken),
  list('marks of all documents as text', () => '/api/document/marks/text', studentToken),
  list('marks of a document', ({ marked }) => `/api/document/${marked}/marks`, studentToken),
  list('where a student stopped reading', ({ marked }) => `/api/document/${marked}/progress`, studentToken),
]

const people: Question[] = [
  list('dashboard of staff', () => '/api/user/dashboard'),
  list('dashboard of a student', () => '/api/user/dashboard', studentToken),
  list('newest 50 people', () => '/api/user?limit=50'),
  list('students with an active account', () => '/api/user?limit=50&role=student&status=active'),
  list('who leaves within 7 days', () => '/api/user?limit=50&status=expiring-7'),
  list('who leaves within 30 days', () => '/api/user?limit=50&status=expiring-30'),
  list('the last 25 who left', () => '/api/user?limit=25&status=expired'),
  list('who has a seat', () => '/api/user?limit=50&hasSeat=true'),
  list('for whom a seat is kept', () => '/api/user?limit=50&status=expired&hasSeat=true'),
  list('seat map', () => '/api/user/seats'),
  list('seat map, what is shown first', () => '/api/user/seats/first'),
  list('occupancy of the hall', () => '/api/user/seats/occupancy'),
  list('rooms', () => '/api/user/seats/rooms'),
  list('shifts with their students', () => '/api/customization/shifts'),
  list('archived shifts that people have', () => '/api/customization/shifts/held'),
  list('free seats on the landing page', () => '/api/landing/free-seats'),
  list('figures of the landing page', () => '/api/customization/figures'),
  list('one profile', ({ student }) => `/api/user/profile/${student}`),
  list('who is inside', () => '/api/user/visits/inside?limit=20'),
  list('visits of a student', ({ student }) => `/api/user/visits/${student}?limit=20`),
  list('figures of people', () => '/api/user/figures'),
  list('own sessions', () => '/api/auth/sessions', studentToken),
  search('search by phone', () => '/api/user?limit=50&search=98%200000%200042'),
  search('search by email', () => '/api/user?limit=50&search=reader-99%40'),
  search('search by seat', () => '/api/user?limit=50&search=seat%2012'),
  search('search for 12, which 50 people have against 2', () => '/api/user?limit=50&search=12'),
  search('search for a name that all have', () => '/api/user?limit=50&search=of%20the%20hall'),
  search('search that finds nobody', () => '/api/user?limit=50&search=zebra'),
  search('the switcher, people', () => '/api/user?limit=5&search=reader%201'),
]

const money: Question[] = [
  list('newest 50 fees', () => '/api/user/fees?limit=50'),
  list('unpaid fees', () => '/api/user/fees?limit=50&status=unpaid'),
  list('paid fees', () => '/api/user/fees?limit=50&status=paid'),
  list('fees of a student', ({ student }) => `/api/user/fees/${student}`),
  list('account of a student', ({ student }) => `/api/user/fees/accounts/${student}`),
  list('payments of a fee', ({ fee }) => `/api/user/fees/${fee}/payments`),
  list('sums of fees', () => '/api/user/fees/summary'),
  list('students with what they owe', () => '/api/user/fees/accounts?limit=50'),
  search('search in students with what they owe', () => '/api/user/fees/accounts?limit=50&search=of%20the%20hall'),
  search('search in fees', () => '/api/user/fees?limit=50&search=reader-99%40'),
  search('search in fees that finds everybody', () => '/api/user/fees?limit=50&search=of%20the%20hall'),
  search('search in paid fees that finds everybody', () => '/api/user/fees?limit=50&status=paid&search=of%20the%20hall'),
  search('search in fees that finds nobody', () => '/api/user/fees?limit=50&search=zebra'),
  search('sums of a search in fees', () => '/api/user/fees/summary?search=reader-99%40'),
  search('sums of a search in fees that finds everybody', () => '/api/user/fees/summary?search=of%20the%20hall'),
  list('twelve months of fees', () => '/api/user/fees/months'),
  list('twelve months of money', () => '/api/user/fees/months/money'),
  list('dues by age', () => '/api/user/fees/ageing'),
  list('dues by age on an earlier day', ({ today }) => `/api/user/fees/ageing?asOf=${today}`),
  list('worklist of dues', () => '/api/user/fees/dues?limit=50'),
  list('worklist of what is overdue', () => '/api/user/fees/dues?limit=50&age=overdue'),
  list('worklist of one slot', () => '/api/user/fees/dues?limit=30&slot=morning'),
  list('worklist of those not reminded', () => '/api/user/fees/dues?limit=50&notReminded=true'),
  search('search in the worklist', () => '/api/user/fees/dues?limit=50&search=reader-99%40'),
  search('search in the worklist that finds everybody', () => '/api/user/fees/dues?limit=50&search=of%20the%20hall'),
  list('slips of dues', () => '/api/user/fees/dues-slips?limit=50'),
  list('collected this month', () => '/api/user/fees/collections'),
  list('newest receipts', () => '/api/user/fees/receipts?limit=50'),
  search('search in receipts', () => '/api/user/fees/receipts?limit=50&search=reader%2099%20'),
  search('search in receipts that finds everybody', () => '/api/user/fees/receipts?limit=50&search=of%20the%20hall'),
  search('search in receipts that finds nobody', () => '/api/user/fees/receipts?limit=50&search=nobody%20has%20this'),
  list('receipts of a student', ({ student }) => `/api/user/fees/receipts?limit=20&student=${student}`),
  list('one receipt', ({ payment }) => `/api/user/fees/receipts/${payment}`),
  list('statement of a student', ({ student }) => `/api/user/fees/statements/${student}`),
  list('closings of the cash box', () => '/api/user/fees/closings?limit=20'),
  list('cash since the last closing', () => '/api/user/fees/closings/cash'),
  list('entries of the cash box', () => '/api/user/fees/box?limit=50'),
  list('locked months', () => '/api/user/fees/locks'),
  list('checks of a month', ({ month }) => `/api/user/fees/check?month=${month}`),
  list('concessions of a month', ({ month }) => `/api/user/fees/check/entries?limit=5&kind=concessions&month=${month}`),
  list('who owes for long', () => '/api/user/fees/check/entries?limit=20&kind=owing'),
  list('left and owing', () => '/api/user/fees/check/entries?limit=20&kind=left'),
  list('seated students without a fee', () => '/api/user/fees/charging/uncharged?limit=20'),
  list('automatic fees', () => '/api/user/fees/charging'),
  list('how many fees are missing', () => '/api/user/fees/missing'),
  list('receipt book', () => '/api/user/fees/receipt-book'),
  list('lockers', () => '/api/user/lockers?limit=20'),
  list('free lockers', () => '/api/user/lockers?limit=10&status=free'),
  search('search in lockers', () => '/api/user/lockers?limit=20&search=12'),
  list('locker of a student', ({ student }) => `/api/user/lockers/of/${student}`),
  list('who had a locker', ({ locker }) => `/api/user/lockers/${locker}/uses`),
  list('newest day passes', () => '/api/user/fees/passes?limit=20'),
  list('day passes of today', ({ today }) => `/api/user/fees/passes?limit=20&day=${today}`),
  list('seats for a day pass', ({ today }) => `/api/user/fees/passes/offer?day=${today}`),
  search('visitors by phone', () => '/api/user/fees/visitors?search=9700000042'),
  search('visitors by name', () => '/api/user/fees/visitors?search=visitor%201'),
]

const chat: Question[] = [
  list('newest conversations', () => '/api/chat/conversations'),
  list('unread conversations', () => '/api/chat/unread'),
  list('one conversation', ({ group }) => `/api/chat/conversations/${group}`),
  search('search in conversations', () => '/api/chat/conversations?search=group%204'),
  list('newest messages', ({ group }) => `/api/chat/conversations/${group}/messages`),
  list('messages from the middle', ({ group }) => `/api/chat/conversations/${group}/messages?before=2500`),
  search('search in messages that finds many', () => '/api/chat/search?q=physics%20exam'),
  search('search for a phrase of frequent words', () => '/api/chat/search?q=%22fees%20water%22'),
  search('search in messages that finds nothing', () => '/api/chat/search?q=zebra'),
  search('people to write to', () => '/api/chat/users/search?q=reader%2099'),
  list('members of a group', ({ group }) => `/api/chat/conversations/${group}/participants?limit=50`),
  list('members of the group of everyone', () => '/api/chat/conversations/general/participants?limit=50'),
  list('who has read a message', ({ message }) => `/api/chat/messages/${message}/readers?limit=50`),
  list('presence', () => '/api/chat/presence', studentToken),
  list('blocked people', () => '/api/chat/blocks?limit=20', studentToken),
  list('own reports', () => '/api/chat/reports?limit=20', studentToken),
  list('flagged messages', () => '/api/chat/admin/messages/flagged?limit=20'),
  list('number of open reports', () => '/api/chat/admin/reports'),
  list('who may not write', () => '/api/chat/admin/people/stopped?limit=5'),
  list('all conversations', () => '/api/chat/admin/conversations?limit=20'),
  search('search in all conversations', () => '/api/chat/admin/conversations?limit=20&search=reader%2099'),
  list('any conversation', ({ group }) => `/api/chat/admin/conversations/${group}`),
  list('messages of any conversation', ({ group }) => `/api/chat/admin/conversations/${group}/messages`),
  list('members for an administrator', ({ group }) => `/api/chat/admin/groups/${group}/members?limit=50`),
  list('people for a new group', () => '/api/chat/admin/users?limit=50'),
  search('search for people for a new group', () => '/api/chat/admin/users?limit=50&search=reader%2099'),
]

const hall: Question[] = [
  list('all notices', () => '/api/notice/admin'),
  list('own notices', () => '/api/notice/user', studentToken),
  list('notices of the notices page', () => '/api/notice/tab', studentToken),
  list('notices across every page', () => '/api/notice/banner-marquee', studentToken),
  list('who has read a notice', ({ notice }) => `/api/notice/${notice}/readers?limit=50`),
  list('who has not read a notice', ({ notice }) => `/api/notice/${notice}/readers?limit=10&state=unread`),
  search('people for a notice', () => '/api/notice/users?limit=50&search=reader%2099'),
  list('audit list', () => '/api/audit?limit=50'),
  list('audit list of a person', ({ staff }) => `/api/audit?limit=50&actor=${staff}`),
  list('audit list of the program', () => '/api/audit?limit=50&actor=program'),
  list('audit list of a kind', () => '/api/audit?limit=50&kind=users'),
  list('audit list of a rare action', () => '/api/audit?limit=20&kind=customization.updateLanding'),
  list('audit list of a person and a kind', ({ staff }) => `/api/audit?limit=50&kind=fees&actor=${staff}`),
  list('audit list of an early month', ({ month }) => `/api/audit?limit=50&from=${month}-01&to=${month}-28`),
  list('people of the audit list', () => '/api/audit/people'),
  list('system page', () => '/api/system'),
  list('warning of the system page', () => '/api/system/warning'),
  list('the signed-in person', () => '/api/auth/me', studentToken),
]

export const questions: readonly Question[] = [...documents, ...people, ...money, ...chat, ...hall]
