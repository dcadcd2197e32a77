/** The page at /api/docs: the API's description, to read and to try. A page of its own, since it is large. */
import 'swagger-ui-dist/swagger-ui.css';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle';

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  // A token that is entered lasts as long as the page.
  persistAuthorization: false,
});
