import '#web/theme/fallbacks.css'
import '#web/theme/devanagari.css'
import '#web/theme/dyslexic.css'
import '#web/theme/theme.css'
import '#web/theme/fonts.css'
import './kit.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { queryClient } from '#web/api/queryClient.ts'
import { Hosts } from '#web/ui/Hosts.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Actions } from './Actions.tsx'
import { Fields } from './Fields.tsx'
import { Lists } from './Lists.tsx'
import { Messages } from './Messages.tsx'
import { Pieces } from './Pieces.tsx'

/** Every component of `web/ui/`, in each of its states, and the pieces that the look is known by. */
const Kit = () => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <main className="kit">
          <Page title="Component kit" about="What screens are built from: src/web/ui/">
            <Actions />
            <Fields />
            <Lists />
            <Pieces />
            <Messages />
          </Page>
        </main>
        <Hosts />
      </MemoryRouter>
    </QueryClientProvider>
  </StrictMode>
)

const root = document.getElementById('root')
if (root) createRoot(root).render(<Kit />)
