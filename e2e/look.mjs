import { chromium } from '@playwright/test';
const [,, what='all', round='1'] = process.argv;
const out='/tmp/whatif-look/shots'; import('node:fs').then(f=>f.mkdirSync(out,{recursive:true}));
const b = await chromium.launch({ executablePath:'/usr/bin/chromium-headless-shell', chromiumSandbox:false });
const base='http://127.0.0.1:8855';
const shot=(p,n)=>p.screenshot({path:`${out}/${round}-${n}.png`});
const kind = (w,h,scheme)=>b.newContext({viewport:{width:w,height:h},colorScheme:scheme,baseURL:base,locale:'en-US'});
async function settled(p){ await p.waitForSelector('[data-testid=sentence]'); await p.waitForFunction(()=>document.querySelector('[aria-busy=true]')===null && document.querySelector('[data-testid=advice]')?.textContent.length>40, null,{timeout:60000}); await p.waitForTimeout(400); }
async function run(w,h,scheme,tag){
  const c=await kind(w,h,scheme); const p=await c.newPage();
  p.on('console',m=>{ if(m.type()==='error') console.log(tag,m.text())}); p.on('pageerror',e=>console.log(tag,'ERR',e.message));
  await p.goto('/samples/nvme-2026'); await settled(p); await shot(p,`${tag}-before`);
  if (w<1100) { await p.getByRole('button',{name:'Inputs'}).click(); await p.waitForTimeout(400); }
  await p.getByLabel('Spare hosts',{exact:true}).first().fill('3');
  if (w<1100) { await p.keyboard.press('Escape'); await p.waitForTimeout(400);}
  await settled(p); await p.waitForTimeout(900); await settled(p); await shot(p,`${tag}-after`);
  if (w>=768) { await p.getByRole('button',{name:'Pin as scenario'}).click(); }
  await p.getByRole('button',{name:/1\s*change/}).click(); await p.waitForTimeout(400); await shot(p,`${tag}-list`);
  if (w<768) await p.getByRole('button',{name:'Pin as scenario'}).click();
  await p.keyboard.press('Escape');
  if (w<1100) { await p.getByRole('button',{name:'Inputs'}).click(); await p.waitForTimeout(400); }
  await p.getByLabel('vCPU per core',{exact:true}).first().fill('6');
  if (w<1100) { await p.keyboard.press('Escape'); await p.waitForTimeout(400);}
  await settled(p); await p.waitForTimeout(900); await settled(p);
  await p.getByRole('tab',{name:'Scenarios'}).click(); await p.waitForTimeout(1500); await shot(p,`${tag}-scenarios`);
  await p.keyboard.press('Control+k'); await p.waitForTimeout(600); await shot(p,`${tag}-palette0`);
  await p.keyboard.type('spar'); await p.waitForTimeout(400); await shot(p,`${tag}-palette`);
  await c.close();
}
if (what==='all'||what==='wide') await run(1280,800,'light','wide-light');
if (what==='all'||what==='dark') await run(1280,800,'dark','wide-dark');
if (what==='all'||what==='phone') await run(390,844,'light','phone-light');
if (what==='all'||what==='phonedark') await run(390,844,'dark','phone-dark');
await b.close();
