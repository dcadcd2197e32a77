import { chromium } from '@playwright/test';
const b = await chromium.launch({ executablePath:'/usr/bin/chromium-headless-shell', chromiumSandbox:false });
const c=await b.newContext({viewport:{width:1280,height:800},baseURL:'http://127.0.0.1:8855',locale:'en-US'}); const p=await c.newPage();
const sample=process.argv[2]??'nvme-2026';
const settled=async()=>{ await p.waitForTimeout(500); await p.waitForFunction(()=>document.querySelector('main [aria-busy=true]')===null || document.querySelector('[role=alert]') && document.querySelector('[data-testid=advice]')?.textContent.length>20, null,{timeout:60000}); await p.waitForTimeout(400); };
await p.goto('/samples/'+sample); await settled();
// tab stops
const stops=[];
await p.evaluate(()=>{ document.activeElement?.blur?.(); window.scrollTo(0,0)});
for (let i=0;i<120;i++){ await p.keyboard.press('Tab'); const r=await p.evaluate(()=>{const e=document.activeElement; const n=e.getAttribute('aria-label')||e.textContent?.trim().slice(0,30)||document.querySelector(`label[for="${e.id}"]`)?.textContent||e.id; return {n, main:!!e.closest('main'), tag:e.tagName, r:e.getAttribute('role')}}); if(r.main) break; stops.push(`${r.tag}${r.r?'/'+r.r:''}:${r.n}`);} 
console.log('stops', stops.length); console.log(stops.join(' | '));
await p.evaluate(()=>{ window.scrollTo(0,0); document.querySelector('aside').scrollTo(0,0)}); await p.waitForTimeout(300);
await p.evaluate(()=>{ window.shifts=[]; new PerformanceObserver(l=>{ for(const e of l.getEntries()) window.shifts.push({v:e.value,input:e.hadRecentInput,src:e.sources.map(s=>{const n=s.node; const el=n?.nodeType===3?n.parentElement:n; return `${n?.nodeType===3?'#text ':''}${el?.tagName}.${(el?.getAttribute?.('class')||'').slice(0,60)} "${(el?.textContent||'').slice(0,30)}" ${Math.round(s.previousRect.x)},${Math.round(s.previousRect.y)} ${Math.round(s.previousRect.width)}x${Math.round(s.previousRect.height)} -> ${Math.round(s.currentRect.x)},${Math.round(s.currentRect.y)}`})})}).observe({type:'layout-shift',buffered:false})});
const report=async(name)=>{ await settled(); const s=await p.evaluate(()=>window.shifts.splice(0)); console.log(name, 'score', s.reduce((a,e)=>a+e.v,0).toFixed(5), s.length); for(const e of s) for(const x of e.src) console.log('    ', e.v.toFixed(5), e.input, x); };
await report('nothing');
const fill=async(l,v)=>{ const f=p.getByRole('complementary',{name:'Inputs'}).getByLabel(l,{exact:true}).first(); await f.evaluate((e,v)=>{e.focus({preventScroll:true});e.select?.()},v); await p.keyboard.type(v); };
for (const [l,v] of [['Spare hosts','2'],['Spare hosts','3'],['vCPU per core','8'],['vCPU per core','3'],['Uncertainty of the write load','40']]) { if(await p.getByLabel(l,{exact:true}).count()===0) continue; await fill(l,v); await report(l+' '+v); }
await p.keyboard.press('Tab'); await report('leave');
await fill('vCPU per core','0'); await report('invalid'); await fill('vCPU per core','x'); await p.waitForTimeout(1500); await fill('vCPU per core','3'); await report('unreadable'); await fill('vCPU per core','4'); await report('valid');
await p.getByRole('button',{name:'Undo'}).click(); await report('undo');
await p.getByRole('button',{name:'Redo'}).click(); await report('redo');
await p.getByRole('button',{name:'Pin as scenario'}).click(); await report('pin');
await b.close();
