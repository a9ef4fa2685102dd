import './theme/fallbacks.css'
import './theme/devanagari.css'
import './theme/dyslexic.css'
import './theme/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { queryClient } from './api/queryClient.ts'
import { followOtherTabs } from './api/session.ts'
import { AppRoutes, Customized, Offline, prepareFirst, preparePage } from './routes.tsx'
import { AfterFirst } from './shell/AfterFirst.tsx'
import { Embed } from './shell/Embed.tsx'
import { lazyScreen } from './shell/screen.ts'
import { sentCustomization } from './shell/sentCustomization.ts'
import { followTextSize } from './shell/useIsNarrow.ts'
import { colorBrowserAsSent } from './theme/applyTheme.ts'

followOtherTabs()
followTextSize()

/** Toasts and questions come after the first page is drawn. */
const hosts = lazyScreen(async () => (await import('./ui/Hosts.tsx')).Hosts)

// Links lead nowhere in a public demo, whose texts and addresses anybody can change.
if (sentCustomization?.demo === 'public') void import('./shell/outgoingLinks.ts').then(({ disableOutgoingLinks }) => disableOutgoingLinks())

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const isDrawn = root.hasChildNodes()
const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
        <AfterFirst>
          <Embed screen={hosts} />
          <Offline />
        </AfterFirst>
        <AfterFirst isFresh={isDrawn}>
          <Customized />
        </AfterFirst>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>
)

/** How long an empty page is better than the placeholders of coming content. */
const soonMs = 500

/** After the code of the first page. Until then, and if it fails, fallback fonts of the same size are used. */
const loadFonts = (): void => void import('./theme/fonts.css').catch(() => undefined)

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, soonMs))

/** What the server has rendered stays on the screen and is hydrated; without its code it would be rendered again from nothing. */
const start = async (): Promise<void> => {
  if (!isDrawn) {
    const first = prepareFirst(window.location.pathname)
    void first.then(loadFonts)
    // React keeps a placeholder for 300 ms once it has drawn one, so none is drawn for code and data that are nearly here.
    await Promise.race([first, soon()])
    createRoot(root).render(app)
    return
  }
  colorBrowserAsSent()
  await preparePage(window.location.pathname)
  // In short tasks, so that a slow phone can scroll meanwhile.
  startTransition(() => void hydrateRoot(root, app))
  loadFonts()
}
void start()
