import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

/** Returns all modules that a screen imports, without those that it loads lazily. */
const broughtBy = (screen: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> => {
  const found = new Set<string>()
  const waiting = [resolve(screen)]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

const signIn = 'src/people/accounts/web/LoginPage.tsx'
/** The page list gives the page what it needs of encryption before that code is there. */
const chatList = ['src/chat/conversations/web/ChatPage.tsx', 'src/chat/encryption/web/comingEncryption.ts']
/** Encryption is fetched once the list is drawn. */
const encryption = 'src/chat/encryption/web/sessionEncryption.ts'
const chat = [...chatList, encryption]
const dashboard = 'src/home/dashboard/web/DashboardPage.tsx'
/** The pages that students open on slow connections. */
const ofMembers = [
  ...chat,
  dashboard,
  'src/home/profile/web/ProfilePage.tsx',
  'src/hall/notices/web/NoticesTabPage.tsx',
  'src/library/browsing/web/DocumentsPage.tsx',
  'src/library/reading/web/PdfPage.tsx',
]
const seatMap = ['src/people/users/web/UsersPage.tsx', 'src/people/seats/web/SeatMap.tsx']
const monitoring = 'src/chat/moderation/web/MonitoringPage.tsx'
const landing = 'src/hall/landing/web/LandingPage.tsx'

/** What people on a bad connection wait for more than anything else. */
const openedFirst = [
  dashboard,
  'src/library/browsing/web/DocumentsPage.tsx',
  'src/people/users/web/UsersPage.tsx',
  'src/people/seats/web/SeatMap.tsx',
  // The last one needs the errors of all calls, and nothing else of the sign-in.
  'src/system/customization/customization.policy.ts',
]

const frame = [
  'src/web/shell/Layout.tsx',
  'src/web/shell/useAddressNow.ts',
  'src/web/ui/Dialog.tsx',
  'src/people/accounts/web/AccountMenu.tsx',
  'src/chat/encryption/web/accountSlots.ts',
  'src/hall/notices/web/NoticesAcross.tsx',
]

/** What superadmins have above every page. */
const owners = 'src/system/backup/web/BackupBanner.tsx'

/** Windows and menus, which no page needs for its first render. */
const overlays = ['src/web/ui/DialogWindow.tsx', 'src/web/ui/OpenedMenu.tsx', 'src/web/shell/SlideInPanel.tsx']

type Captured = (brings: (screen: string) => boolean) => boolean

/** Groups modules by the screens that import them. */
const groupOf = (name: string, priority: number, captured: Captured, minShareCount = 1): Rolldown.CodeSplittingGroup => {
  const brought = new Map<string, ReadonlySet<string>>()
  return {
    debugName: name,
    priority,
    minShareCount,
    name: (id, graph) => {
      const brings = (screen: string): boolean => {
        const all = brought.get(screen) ?? broughtBy(screen, graph)
        brought.set(screen, all)
        return all.has(id)
      }
      return captured(brings) ? name : null
    },
  }
}

/** What pages of these features share, once one of the screens imports it; chat uses only an icon or a badge of it. */
const ofFeatures = (name: string, test: RegExp, screens: readonly string[]): Rolldown.CodeSplittingGroup => ({
  ...groupOf(name, 8, (brings) => screens.some(brings) && !chat.some(brings), 2),
  test,
})

const ofChat = /[\\/]src[\\/]\w+[\\/](conversations|encryption|attachments)[\\/]/

/** The settings of the hall with its shifts. */
const ofSettings = /[\\/]system[\\/](?:customization|shifts)[\\/]|[\\/]contract[\\/](?:dayParts|demo|theme[\\/]palette)\.ts/
/** What the contracts of many features have. */
const ofContracts =
  /[\\/](?:contract[\\/](?:terms(?:\.en)?|month|paging|money|reason|picture)|users\.contract|customization\.rules\.contract|rooms\.shapes\.contract|rooms\.limits|shifts\.policy)\.ts$/

/** What long lists need comes with them. */
const ownParts = /[\\/]src[\\/]web[\\/](?!ui[\\/](?:useLongRows|Table|RowList)\.)|[\\/]lucide-react[\\/]/

/**
 * The files of the first visit. By default the bundler makes one of each part that some pages share, and on a slow connection
 * twenty files take a second longer than three of the same size.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  // Apart from the rest of the start, of which it is the larger half: see `whenStartIsHere` in openEarly.ts.
  { name: 'react', tags: ['$initial'], test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 41 },
  { name: 'start', tags: ['$initial'], priority: 40 },
  // What validates forms, which most pages show only in dialogs.
  {
    name: 'schemas',
    test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]src[\\/]contract[\\/].*\.ts\?schemas$/,
    priority: 35,
  },
  groupOf('first-pages', 30, (brings) => brings(landing) && (brings(signIn) || frame.some(brings))),
  // The frame needs nothing else of the sign-in.
  { name: 'first-pages', test: /[\\/]useIsWide\.ts$/, priority: 26 },
  groupOf('first-parts', 25, (brings) => brings(signIn) && [...frame, ...openedFirst].some(brings)),
  groupOf('sign-in', 20, (brings) => brings(signIn)),
  // What the landing page shares with the picture beside the sign-in form, apart from what other pages share with it.
  { name: 'hours', test: /[\\/]hall[\\/]landing[\\/]/, priority: 16, minShareCount: 2 },
  // What pages have besides their own parts, apart from icons of the landing page.
  { name: 'page', test: /[\\/]ui[\\/](?:Page|Card|EmptyState|Loaded)\.tsx$/, priority: 15.5 },
  groupOf('states', 15, (brings) => brings(landing), 2),
  groupOf('frame', 10, (brings) => frame.some(brings)),
  { ...groupOf('owner', 10, (brings) => brings(owners)), test: /[\\/]system[\\/]backup[\\/]/ },
  // Without a part of a barrel that only number fields use.
  { ...groupOf('overlays', 9, (brings) => overlays.some(brings)), test: /^(?!.*[\\/]NumberParser\.)/ },
  { name: 'long-lists', test: /[\\/](react-virtual|virtual-core)[\\/]/, priority: 8 },
  // Tabs; chat has its own.
  { name: 'page-head', test: /[\\/]ui[\\/](Tabs|useTabs|tabStyle|ScrollRow)\./, priority: 8 },
  { name: 'pictures', test: /[\\/]web[\\/](pictures[\\/]|ui[\\/]pictureFile)/, priority: 8, minShareCount: 2 },
  // What the dashboard and attachments need of documents, without what reads them.
  {
    ...groupOf('shelf', 8.5, (brings) => brings(dashboard), 2),
    test: /[\\/](documents|categories|reading|marks|favorites|extraction)[\\/]/,
  },
  // The second one is what the reader shares with the books on a device, the third with bookmarks, highlights and notes.
  ofFeatures('documents', /[\\/](documents|categories|reading|marks|favorites|extraction)[\\/]/, [
    'src/library/browsing/web/DocumentsPage.tsx',
    'src/library/reading/web/fileSource.ts',
    'src/library/reading/web/useMarks.tsx',
  ]),
  ofFeatures('users', /[\\/]users[\\/]/, [
    'src/people/users/web/UsersPage.tsx',
    'src/people/users/web/UserList.tsx',
    'src/people/seats/web/SeatMap.tsx',
  ]),
  // What the seat map shares with its dialogs and other parts of the hall, which students do not open.
  {
    ...groupOf('seats', 8, (brings) => brings('src/people/seats/web/SeatMap.tsx') && !ofMembers.some(brings), 2),
    test: /[\\/](?:seats|rooms|visits)[\\/]|[\\/]contract[\\/]seatRow/,
  },
  // The settings of the hall with its shifts, as far as the dashboard shows them.
  { ...groupOf('hall', 9.5, (brings) => brings(dashboard), 2), test: new RegExp(`${ofSettings.source}|${ofContracts.source}`) },
  // What else the contracts of many features have: not with the screens of one of them.
  { name: 'shapes', test: ofContracts, priority: 9, minShareCount: 2 },
  // What else many pages need of the settings.
  { name: 'settings', test: ofSettings, priority: 9, minShareCount: 8 },
  // The database of a student's replies, and of a chat's.
  { name: 'database', test: /[\\/]node_modules[\\/]idb[\\/]/, priority: 9 },
  // Small, and for every kind of page: not with the large ones that need it too.
  {
    name: 'small',
    test: /[\\/](platform\.events|clientId|fileName|shownFiles|handover|useSearchText|topics|socketEvents|confirm|highlight|Highlighted|RoleBadge|CountBadge|chipStyle|OccupancySkeleton|dialogProps|Digits)\.tsx?$/,
    priority: 9,
    minShareCount: 2,
  },
  // The notice of new messages on every page, and what else chat shares with others.
  {
    ...groupOf('chat-news', 8, (brings) => chat.some(brings) && brings('src/chat/conversations/web/notifications/Notifier.tsx'), 2),
    test: ofChat,
  },
  // Separate from the rest of chat: a group includes what its modules import, and Chat Monitoring would load all of it for these
  // few.
  { ...groupOf('chat-icons', 7.6, (brings) => chat.some(brings) && brings(monitoring), 2), test: /[\\/]lucide-react[\\/]/ },
  { ...groupOf('chat-shared', 7.5, (brings) => chatList.some(brings) && brings(monitoring), 2), test: ofChat },
  { ...groupOf('chat', 7.5, (brings) => chatList.some(brings) && !brings(monitoring), 2), test: ofChat },
  { ...groupOf('encryption-shared', 7.4, (brings) => brings(encryption) && !chatList.some(brings) && brings(monitoring), 2), test: ofChat },
  { ...groupOf('encryption', 7.4, (brings) => brings(encryption) && !chatList.some(brings) && !brings(monitoring)), test: ofChat },
  {
    name: 'dialogs',
    test: /[\\/]ui[\\/](FormDialog|FormError|UploadProgress|useLeaveGuard|DateField|dateStyle|TextArea)\./,
    priority: 7.5,
    minShareCount: 2,
  },
  // These need what comes with the sign-in, which pages that only have other parts do not.
  { name: 'reason', test: /[\\/]ui[\\/](ReasonField|AmountField)\./, priority: 7.5, minShareCount: 2 },
  // What nearly every page has.
  { name: 'parts', test: ownParts, priority: 7, minShareCount: 7 },
  // What only one page draws comes with it, and not with every page that has an icon.
  { name: 'icons', test: /[\\/]lucide-react[\\/]/, priority: 5, minShareCount: 3 },
  // Those of the page that clerks open most, without those of all others.
  { ...groupOf('map-icons', 4.5, (brings) => seatMap.some(brings) && !ofMembers.some(brings), 2), test: /[\\/]lucide-react[\\/]/ },
  { ...groupOf('staff-icons', 4, (brings) => !ofMembers.some(brings), 2), test: /[\\/]lucide-react[\\/]/ },
  { name: 'more-icons', test: /[\\/]lucide-react[\\/]/, priority: 3, minShareCount: 2 },
  // What the dashboard declares and says, for the page and for its parts that are loaded later.
  { name: 'dashboard', test: /[\\/]dashboard\.(?:en|contract)\.ts$/, priority: 2.6 },
  // Small, and for the dashboard, the profile and the pages of fees.
  { name: 'fees-shared', test: /[\\/]fees\.(?:shapes\.contract|mine\.en)\.ts$/, priority: 2.7, minShareCount: 2 },
  // What is loaded behind a page once it is drawn; the first for visitors too. A group has what its modules import, so these come last.
  { name: 'hosts', test: /[\\/]web[\\/](?:ui[\\/]Hosts|Customized)\.tsx$/, priority: 2 },
  { name: 'behind', test: /[\\/](?:OfflineHost|Notifier|UnreadCount|permission|storedReplies)\.tsx?$/, priority: 2 },
]

const mayHold = /^(?:schemas|sign-in|encryption.*)$/

/** Schemas of forms come with the forms: not with a page, only because they are of the same feature. */
const withoutSchemas = ({ name, ...group }: Rolldown.CodeSplittingGroup): Rolldown.CodeSplittingGroup => ({
  ...(typeof name === 'string' && { debugName: name }),
  ...group,
  name: (id, graph) => {
    const given = typeof name === 'function' ? name(id, graph) : name
    return id.endsWith('?schemas') && !mayHold.test(given ?? '') ? null : given
  },
})

export const chunkGroups = groups.map(withoutSchemas)
