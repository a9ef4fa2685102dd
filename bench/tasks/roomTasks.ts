import type { Locator } from '@playwright/test'
import { accounts, callAs, day, password } from './hall.ts'
import { addStudent } from './hallTasks.ts'
import type { Hands } from './hands.ts'
import type { Task } from './tasks.ts'

/*
 * Shifts, rooms, day passes and lockers, on an office computer and on a phone. Each begins on the page where it is done. The shift is
 * added last, because the map then shows one shift at a time.
 */

type At = 'office' | 'phone'
const sizes: readonly At[] = ['office', 'phone']

const movers: Record<At, string> = { office: 'Wasim Office', phone: 'Wasim Phone' }
const keyholders: Record<At, string> = { office: 'Yash Office', phone: 'Yash Phone' }
const rooms: Record<At, string> = { office: 'Office room', phone: 'Phone room' }
const lockers: Record<At, string> = { office: 'A1', phone: 'A2' }
const broken: Record<At, string> = { office: '1', phone: '2' }

/** Makes two rooms with seats, lockers, a price of day passes, and students who change the shift and who get a locker. */
export const prepareRooms = async (origin: string): Promise<void> => {
  const call = await callAs(origin, accounts.superadmin.email)
  // Four seats more than the demo has: by then its afternoons are sold.
  await call('PUT', '/customization/hall', { dayPassFee: 60, seats: 42 })
  await call('POST', '/user/lockers', { prefix: 'A', first: 1, count: 4, fee: 100 })
  const { items } = await call<{ items: { seatNumber: number; afternoon: object | null }[] }>('GET', '/user/seats')
  const free = items.filter(({ afternoon }) => afternoon === null).map(({ seatNumber }) => seatNumber)
  const base = { password, role: 'student', dateJoinedLibrary: day(-70), slot: 'afternoon', terminationDate: day(60) }
  for (const [at, size] of sizes.entries()) {
    const email = (kind: string) => `${kind}.${size}@example.org`
    await call('POST', '/user', { ...base, name: movers[size], email: email('mover'), phone: `98450 9911${at}`, seatNumber: free.shift() })
    await call('POST', '/user', { ...base, name: keyholders[size], email: email('key'), phone: `98450 9922${at}` })
    const made = await call<{ rooms: { _id: string; name: string }[] }>('POST', '/user/seats/rooms', { name: rooms[size], floor: '' })
    const roomId = made.rooms.find(({ name }) => name === rooms[size])?._id
    await call('PUT', '/user/seats/details', { from: 1 + at * 19, to: 19 + at * 19, roomId })
  }
}

const sellPass = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(page.getByRole('button', { name: 'Day pass' }).first())
  const form = page.getByRole('dialog', { name: 'Day pass' })
  await hands.arrive(form.getByLabel(/^Mobile number/))
  await hands.settled()
  await hands.fill(form.getByLabel(/^Mobile number/), '9845066554')
  await hands.fill(form.getByLabel(/^Name/), 'Rohan Visi')
  await hands.press(form.getByRole('button', { name: 'Sell and print receipt' }))
  await hands.printed(/Receipt[\s\S]*Rohan Visi/)
}

const anyTile = ({ page }: Hands, name: string): Locator =>
  page
    .getByRole('main')
    .getByRole('gridcell')
    .getByRole('button', { name: new RegExp(name) })
    .first()

const showAfternoon = async (hands: Hands, at: At): Promise<void> => {
  if (at === 'phone') await hands.press(hands.page.getByRole('tab', { name: /^Afternoon/ }))
}

const assign =
  (at: At) =>
  async (hands: Hands): Promise<void> => {
    await showAfternoon(hands, at)
    await hands.press(anyTile(hands, 'afternoon: Free'))
    await hands.press(hands.page.getByRole('button', { name: 'Add someone new' }))
    await addStudent(hands)
  }

const changeShift =
  (at: At) =>
  async (hands: Hands): Promise<void> => {
    const { page } = hands
    await showAfternoon(hands, at)
    await hands.press(anyTile(hands, movers[at]))
    const panel = page.getByRole('dialog').or(page.getByRole('complementary'))
    const more = panel.getByRole('button', { name: 'More', exact: true })
    await hands.arrive(more)
    const action = page.getByRole('button', { name: 'Change shift' }).or(page.getByRole('menuitem', { name: 'Change shift' }))
    if (!(await action.first().isVisible())) await hands.press(more)
    await hands.press(action.first())
    const form = page.getByRole('dialog', { name: `Change the shift of ${movers[at]}` })
    await hands.arrive(form)
    await hands.choose(form.getByLabel(/^New shift/), 'full-day')
    await form.getByRole('region', { name: 'Price' }).or(form.getByText('Monthly fee')).first().waitFor()
    await hands.settled()
    const seat = form.getByLabel(/^Seat/)
    if ((await seat.inputValue()) === '') await hands.choose(seat, (await seat.locator('option').nth(1).getAttribute('value')) ?? '')
    await hands.press(form.getByRole('button', { name: /^Change (shift|and)/ }))
    await page.getByText(`${movers[at]} is now in Full-day.`).waitFor()
  }

const putOutOfOrder =
  (at: At) =>
  async (hands: Hands): Promise<void> => {
    const { page } = hands
    await hands.press(page.getByRole('button', { name: 'Out of order', exact: true }))
    const form = page.getByRole('dialog', { name: 'Seats out of order' })
    await hands.arrive(form.getByLabel(/^Seat number/))
    await hands.fill(form.getByLabel(/^Seat number/), broken[at])
    await hands.fill(form.getByLabel(/^Reason/), 'Chair broken')
    await hands.press(form.getByRole('button', { name: 'Mark as out of order' }))
    await page.getByText(`Seat ${broken[at]} is out of order.`).waitFor()
  }

const assignLocker =
  (at: At) =>
  async (hands: Hands): Promise<void> => {
    const { page } = hands
    await hands.press(page.getByRole('button', { name: `Assign locker ${lockers[at]}` }))
    const form = page.getByRole('dialog', { name: `Assign locker ${lockers[at]}` })
    await hands.arrive(form)
    await hands.press(form.getByRole('button', { name: /^Student:/ }))
    const search = page.getByRole('searchbox').or(page.getByRole('combobox')).last()
    await hands.arrive(search)
    await hands.settled()
    await hands.type(keyholders[at].slice(0, 6))
    const option = page
      .getByRole('option', { name: new RegExp(keyholders[at]) })
      .or(page.getByRole('button', { name: new RegExp(keyholders[at]) }))
    await hands.press(option.first())
    await form
      .getByText(/^Fee for/)
      .first()
      .waitFor()
    await hands.press(form.getByRole('button', { name: 'Assign locker' }))
    await page.getByText(`${keyholders[at]} has locker ${lockers[at]}.`).waitFor()
  }

/** After a lost key the lock is changed. The student keeps the locker. */
const changeKey =
  (at: At) =>
  async (hands: Hands): Promise<void> => {
    const { page } = hands
    await hands.press(page.getByRole('button', { name: `More about locker ${lockers[at]}` }))
    await hands.press(page.getByRole('menuitem', { name: 'Edit' }))
    const form = page.getByRole('dialog', { name: `Edit locker ${lockers[at]}` })
    const key = form.getByLabel('Key number')
    await hands.arrive(key)
    await hands.settled()
    await hands.fill(key, `N${lockers[at]}`)
    await hands.press(form.getByRole('button', { name: 'Save locker' }))
    await page.getByText(`Locker ${lockers[at]} was saved.`).waitFor()
    const row = page.getByRole('listitem').filter({ hasText: `Key N${lockers[at]}` })
    await row.filter({ hasText: keyholders[at] }).waitFor()
  }

const drawRoom =
  (at: At) =>
  async (hands: Hands): Promise<void> => {
    const { page } = hands
    await hands.press(page.getByRole('button', { name: `Plan of ${rooms[at]}` }))
    const form = page.getByRole('dialog', { name: `Plan of ${rooms[at]}` })
    await hands.arrive(form)
    await hands.press(form.getByRole('button', { name: 'Arrange in rows' }))
    await hands.press(form.getByRole('button', { name: 'Save plan' }))
    await page.getByText(`The plan of ${rooms[at]} was saved.`).waitFor()
  }

const addShift =
  (at: At) =>
  async (hands: Hands): Promise<void> => {
    const { page } = hands
    await hands.press(page.getByRole('button', { name: 'Add shift' }))
    const form = page.getByRole('dialog', { name: 'Add shift' })
    await hands.arrive(form.getByLabel('Name'))
    await hands.settled()
    await hands.fill(form.getByLabel('Name'), `Night ${at}`)
    await hands.fill(form.getByLabel(/^From/), at === 'office' ? '0900p' : '1000p')
    await hands.fill(form.getByLabel(/^To/), '0500a')
    await hands.fill(form.getByLabel(/^Monthly fee/), '700')
    await hands.press(form.getByRole('button', { name: 'Save shift' }))
    await page.getByText(`Night ${at} was saved.`).waitFor()
  }

/** Who sits at 22:00: the tiles of the shift have the names. */
const whoAtTen = async (hands: Hands): Promise<void> => {
  const { page } = hands
  await hands.press(page.getByRole('tab', { name: /^Afternoon/ }))
  await anyTile(hands, movers.office.split(' ')[0] ?? '')
    .or(anyTile(hands, 'Afternoon|Until|afternoon'))
    .first()
    .waitFor()
}

type Journey = { name: string; from: string; atMost: number; run: (at: At) => Task['run'] }

const journeys: readonly Journey[] = [
  { name: 'assign a free seat to a new student', from: '/users?view=seats', atMost: 4, run: assign },
  { name: 'sell a day pass', from: '/fees/counter', atMost: 3, run: () => sellPass },
  { name: 'change the shift, with the price', from: '/users?view=seats', atMost: 9, run: changeShift },
  { name: 'put a seat out of order', from: '/users?view=seats', atMost: 3, run: putOutOfOrder },
  { name: 'assign a locker', from: '/fees/lockers', atMost: 5, run: assignLocker },
  { name: 'change the key number of an assigned locker', from: '/fees/lockers', atMost: 4, run: changeKey },
  { name: 'draw a room', from: '/customization?section=hall', atMost: 4, run: drawRoom },
  { name: 'add a shift', from: '/customization?section=hall', atMost: 3, run: addShift },
  { name: 'see who sits at 22:00', from: '/users?view=seats', atMost: 2, run: () => whoAtTen },
]

const widths: Record<At, string> = { office: '1366 px', phone: '360 px' }

export const roomTasks: readonly Task[] = journeys.flatMap(({ name, run, ...journey }) =>
  sizes.map((at): Task => ({ ...journey, name: `${name}, ${widths[at]}`, at, as: 'superadmin', run: run(at) })),
)
