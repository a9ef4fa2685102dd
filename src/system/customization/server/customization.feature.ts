import { feature } from '#server/feature/feature.ts'
import { customizationApi } from '../customization.contract.ts'
import {
  applyTheme,
  removeLogo,
  toggleLogo,
  updateChat,
  updateDocuments,
  updateLanding,
  updateLogoSize,
  updateSystemName,
  uploadLogo,
} from './customization.change.service.ts'
import { updateHall } from './customization.hall.service.ts'
import { html, publicRoutes } from './customization.page.ts'
import { updateRules } from './customization.rules.service.ts'
import { figures, get, logo, themes } from './customization.service.ts'
import { createTheme, removeTheme, updateTheme } from './customization.themes.service.ts'

export const customizationFeature = feature(
  customizationApi,
  {
    get,
    themes,
    figures,
    logo,
    uploadLogo,
    removeLogo,
    updateLogoSize,
    toggleLogo,
    updateSystemName,
    applyTheme,
    createTheme,
    updateTheme,
    removeTheme,
    updateLanding,
    updateHall,
    updateDocuments,
    updateChat,
    updateRules,
  },
  {
    cached: ['get'],
    tables: { themes: 'customization', customization: 'customization' },
    files: [{ table: 'customization', column: 'logoSha256' }],
    html,
    publicRoutes,
  },
)
