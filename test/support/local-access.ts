/** The settings of a local back office, where every request names its person and role. */
export const localAccess = { ACCESS_TEAM_DOMAIN: '', ACCESS_AUD: '', ACCESS_ROLES: '{}' }
