export default { async fetch(_r, env) { const n = await env.BACK_OFFICE.hi(); return new Response(`${n}${env.ACCESS_AUD}`) } } satisfies ExportedHandler<BackofficeEnv>
