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
/** The page list gives encryption to the page. */
const chat = ['src/chat/conversations/web/ChatPage.tsx', 'src/chat/encryption/web/sessionEncryption.ts']
/** The pages that students open on slow connections. */
const ofMembers = [
  ...chat,
  'src/home/dashboard/web/DashboardPage.tsx',
  'src/home/profile/web/ProfilePage.tsx',
  'src/hall/notices/web/NoticesTabPage.tsx',
  'src/library/browsing/web/DocumentsPage.tsx',
  'src/library/reading/web/PdfPage.tsx',
]
const monitoring = 'src/chat/moderation/web/MonitoringPage.tsx'
const landing = 'src/hall/landing/web/LandingPage.tsx'

/** What people on a bad connection wait for more than anything else. */
const openedFirst = ['src/library/browsing/web/DocumentsPage.tsx', 'src/people/users/web/UsersPage.tsx', 'src/people/seats/web/SeatMap.tsx']

const frame = [
  'src/web/shell/Layout.tsx',
  'src/web/shell/useAddressNow.ts',
  'src/web/ui/Dialog.tsx',
  'src/people/accounts/web/AccountMenu.tsx',
  'src/chat/encryption/web/accountSlots.ts',
  'src/hall/notices/web/NoticesAcross.tsx',
]

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

/** What long lists need comes with them. */
const ownParts = /[\\/]src[\\/]web[\\/](?!ui[\\/](?:useLongRows|Table|RowList)\.)|[\\/]lucide-react[\\/]/

/**
 * The files of the first visit. By default the bundler makes one of each part that some pages share, and on a slow connection
 * twenty files take a second longer than three of the same size.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 40 },
  groupOf('first-pages', 30, (brings) => brings(landing) && (brings(signIn) || frame.some(brings))),
  groupOf('first-parts', 25, (brings) => brings(signIn) && [...frame, ...openedFirst].some(brings)),
  groupOf('sign-in', 20, (brings) => brings(signIn)),
  // What the landing page shares with the picture beside the sign-in form, apart from what other pages share with it.
  { name: 'landing-hours', test: /[\\/]hall[\\/]landing[\\/]/, priority: 16, minShareCount: 2 },
  groupOf('landing-parts', 15, (brings) => brings(landing), 2),
  groupOf('frame', 10, (brings) => frame.some(brings)),
  groupOf('overlays', 9, (brings) => overlays.some(brings)),
  { name: 'long-lists', test: /[\\/](react-virtual|virtual-core)[\\/]/, priority: 8 },
  // The head of a page, with its tabs; chat has its own.
  { name: 'page-head', test: /[\\/]ui[\\/](Page|Tabs|useTabs|tabStyle|ScrollRow)\./, priority: 8 },
  { name: 'pictures', test: /[\\/]web[\\/](pictures[\\/]|ui[\\/]pictureFile)/, priority: 8, minShareCount: 2 },
  // The second one is what the reader shares with the books on a device.
  ofFeatures('documents', /[\\/](documents|categories|reading|favorites|extraction)[\\/]/, [
    'src/library/browsing/web/DocumentsPage.tsx',
    'src/library/reading/web/fileSource.ts',
  ]),
  ofFeatures('users', /[\\/]users[\\/]/, [
    'src/people/users/web/UsersPage.tsx',
    'src/people/users/web/UserList.tsx',
    'src/people/seats/web/SeatMap.tsx',
  ]),
  // What the contracts of many features have: not with the screens of one of them.
  {
    name: 'shapes',
    test: /[\\/](?:contract[\\/](?:terms|paging|money|reason|picture)|users\.contract|customization\.rules\.contract)\.ts$/,
    priority: 9,
    minShareCount: 2,
  },
  // Small, and for every kind of page: not with the large ones that need it too.
  {
    name: 'small',
    test: /[\\/](clientId|fileName|shownFiles|topics|socketEvents|confirm|highlight|Highlighted|RoleBadge)\.tsx?$/,
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
  { ...groupOf('chat-shared', 7.5, (brings) => chat.some(brings) && brings(monitoring), 2), test: ofChat },
  { ...groupOf('chat', 7.5, (brings) => chat.some(brings) && !brings(monitoring), 2), test: ofChat },
  {
    name: 'form-dialogs',
    test: /[\\/]ui[\\/](FormDialog|FormError|UploadProgress|useLeaveGuard|DateField|dateStyle|TextArea)\./,
    priority: 7.5,
    minShareCount: 2,
  },
  // What nearly every page has.
  { name: 'parts', test: ownParts, priority: 7, minShareCount: 14 },
  { name: 'forms', test: ownParts, priority: 6, minShareCount: 7 },
  // What only one page draws comes with it, and not with every page that has an icon.
  { name: 'icons', test: /[\\/]lucide-react[\\/]/, priority: 5, minShareCount: 3 },
  // The name of each file costs the sign-in page 15 bytes.
  { ...groupOf('chat-icons', 4, (brings) => chat.some(brings) && brings(monitoring), 2), test: /[\\/]lucide-react[\\/]/ },
  { ...groupOf('staff-icons', 4, (brings) => !ofMembers.some(brings), 2), test: /[\\/]lucide-react[\\/]/ },
]
