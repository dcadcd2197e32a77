declare module 'swagger-ui-dist/swagger-ui-es-bundle' {
  export { SwaggerUIBundle as default } from 'swagger-ui-dist';
}
