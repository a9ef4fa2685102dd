import type { Weekday } from '#system/customization/customization.settings.contract.ts'

const short: Record<Weekday, string> = {
  monday: 'Mon',
  tuesday: 'Tue',
  wednesday: 'Wed',
  thursday: 'Thu',
  friday: 'Fri',
  saturday: 'Sat',
  sunday: 'Sun',
}
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Formatted by hand, because browsers and the server differ in the space before AM. */
const time = (clock: string): string => {
  const [hour = 0, minute = ''] = [Number(clock.slice(0, 2)), clock.slice(3)]
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Formatted by hand, so that server and browser agree; a browser also takes long to create its first date formatter. */
const mediumDay = (date: string): string => `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1] ?? ''} ${date.slice(0, 4)}`

/** Formatted by hand for the same reasons: ₹1,23,456, and ₹1,200.50. */
const rupees = (amount: number): string => {
  const [whole = '', paise = ''] = amount.toFixed(2).split('.')
  return `₹${whole.replaceAll(/(\d)(?=(?:\d\d)+\d$)/g, '$1,')}${paise === '00' ? '' : `.${paise}`}`
}

/** The words of the landing page. */
export const landingEn = {
  description: (name: string) => `${name}: a quiet place to read and study. Opening hours, facilities, announcements and how to find us.`,
  skip: 'Skip to content',
  nav: {
    label: 'Page',
    open: 'Open menu',
    close: 'Close menu',
    facilities: 'Facilities',
    visit: 'Visit us',
    announcements: 'Announcements',
    gallery: 'Gallery',
  },
  login: 'Login',
  myPage: 'My page',
  hero: {
    title: (name: string) => `Welcome to ${name}`,
    lead: 'A quiet, well-lit place to read, study and prepare, with a seat of your own.',
    start: 'Get Started Now',
    more: 'Learn More',
  },
  sign: {
    title: 'Today',
    open: (until: string) => `Open now, until ${time(until)}`,
    openAllDay: 'Open now, all day and night',
    opensLater: (at: string) => `Closed now, opens at ${time(at)}`,
    opensTomorrow: (at: string) => `Opens tomorrow at ${time(at)}`,
    opensOn: (day: Weekday, date: string, at: string) => `Opens on ${short[day]} ${mediumDay(date)} at ${time(at)}`,
    closure: (reason: string) => (reason ? `Closed today: ${reason}` : 'Closed today'),
    closed: 'Closed now',
  },
  fees: {
    title: 'Fees',
    seatsTitle: 'Free seats today',
    from: (fee: number) => `From ${rupees(fee)} a month`,
    amount: rupees,
    perMonth: 'a month',
    free: (n: number) => (n === 0 ? 'No seat is free today' : `${n} ${n === 1 ? 'seat' : 'seats'} free today`),
    fullDay: 'Morning and afternoon on the same seat.',
  },
  facilities: {
    title: 'Everything you need to study',
    seats: { title: 'Comfortable seats', text: 'Chairs and desks made for long hours.' },
    areas: { title: 'Separate study areas', text: 'A place of your own, away from passers-by.' },
    air: { title: 'Air conditioning', text: 'Pleasantly cool in every season.' },
    water: { title: 'Hot and cool water', text: 'Drinking water at any time of the day.' },
    quiet: { title: 'Quiet environment', text: 'Quiet enough to concentrate.' },
    security: { title: '24/7 CCTV security', text: 'You and your things are safe.' },
    charging: { title: 'Charging points', text: 'Power at every desk.' },
    hours: { title: 'Extended hours', text: 'From early morning until late in the evening.' },
    parking: { title: 'Parking', text: 'Room for bicycles and motorcycles.' },
    premium: { title: 'Premium experience', text: 'Clean, bright and well kept.' },
    resources: { title: 'Study resources', text: 'Books, notes and question papers to read online.' },
    success: { title: 'Success environment', text: 'Study beside people with the same goal.' },
  },
  figures: 'In figures',
  visit: {
    title: 'Visit Us Today',
    address: 'Address',
    phone: 'Phone',
    email: 'Email',
    none: 'Contact details will be here soon.',
    map: 'Map',
    mapTitle: (name: string) => `Map with the location of ${name}`,
    mapAbout: (host: string) => `The map is loaded from ${host}.`,
    noMapInDemo: 'The map is off in this demo.',
    showMap: 'Show map',
  },
  announcements: {
    title: 'Latest Announcements',
    new: 'New',
    list: 'List of announcements',
    empty: 'No announcements',
    emptyHint: 'Check back soon for updates!',
    failed: 'Failed to load announcements',
    day: mediumDay,
  },
  gallery: {
    title: 'Gallery',
    label: 'Pictures',
    carousel: 'carousel',
    slide: 'slide',
    previous: 'Previous image',
    next: 'Next image',
    pause: 'Pause',
    play: 'Play',
    position: (n: number, all: number) => `${n} / ${all}`,
    goTo: (n: number) => `Go to image ${n}`,
    show: (title: string) => `Show ${title}`,
    dots: 'Images',
    thumbnails: 'Thumbnails',
  },
  slides: {
    hall: { title: 'Reading hall', description: 'Long desks with a lamp for every seat.' },
    shelves: { title: 'Book shelves', description: 'Books and notes within reach.' },
    cabins: { title: 'Study cabins', description: 'A desk with a partition, and no disturbance.' },
    corner: { title: 'Quiet corner', description: 'A chair by the window for a break.' },
    entrance: { title: 'Entrance', description: 'The lights are on from early in the morning.' },
  },
  footer: {
    about: 'A quiet place to read and study.',
    contact: 'Contact',
    hours: 'Library Hours',
    links: 'Quick Links',
    memberLogin: 'Member Login',
    join: 'Join Now',
    copyright: (year: string, name: string) => `© ${year} ${name}. All rights reserved.`,
  },
  hours: {
    days: (first: Weekday, last: Weekday) => (first === last ? short[first] : `${short[first]}-${short[last]}`),
    times: (opens: string, closes: string) => (opens === closes ? 'Open 24 hours' : `${time(opens)}-${time(closes)}`),
    closed: 'Closed',
    closure: (date: string, reason: string) => `Closed on ${mediumDay(date)}${reason ? `: ${reason}` : ''}`,
  },
  loadFailed: 'Failed to load the page',
}
