import './theme/inter.css'
import './theme/devanagari.css'
import './theme/dyslexic.css'
import './theme/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { queryClient } from './api/queryClient.ts'
import { followOtherTabs } from './api/session.ts'
import { AppRoutes, Customized } from './routes.tsx'
import { followTextSize } from './shell/useIsNarrow.ts'
import { Hosts } from './ui/Hosts.tsx'

followOtherTabs()
followTextSize()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
        <Customized />
        <Hosts />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
